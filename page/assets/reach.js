// What is not there, in words for a reader: a browser's own name neither the file nor what to do.

// reach fetches, or says otherwise.
export async function reach(url, otherwise, how) {
  return fetch(url, how).catch(error => { throw error.name === 'AbortError' ? error : new Error(otherwise); });
}

// file is one of the files that belong to the page.
export async function file(url, how) {
  const response = await reach(url, `${url} cannot be fetched; is there a connection?`, how);
  if (!response.ok) throw new Error(`${url} is not where this page is: ${response.status}`);
  return response;
}

// aborted is why a request ends that somebody has cancelled.
export const aborted = signal => signal.reason ?? new DOMException('The request was cancelled.', 'AbortError');
