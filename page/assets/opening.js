// Says why nothing comes, where nothing can: browsers run no modules and no Workers of a page that was opened as a file.
// It is a classic script, which they do run.
if (location.protocol === 'file:') {
  document.getElementById('opening').textContent = 'Browsers run the simulator only where a server hands out its files: any will do, such as collsim serve, or python3 -m http.server in this folder.';
}
