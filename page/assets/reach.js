// What is not there, in words for a reader: a browser's own name neither the file nor what to do.

// reach fetches, or says otherwise.
export async function reach(url, otherwise, how) {
  const response = await fetch(url, how).catch(error => { throw error.name === 'AbortError' ? error : new Error(otherwise); });
  if (!response.ok) throw new Error((await words(response)) || `${url} is not where this page is: ${response.status}`);
  return response;
}

// words are what a server says of a refusal: a line of its own, not a page of its host's.
const words = async response => response.headers.get('Content-Type')?.startsWith('text/plain') ? (await response.text()).trim() : '';

// aborted is why a request ends that somebody has cancelled.
export const aborted = signal => signal.reason ?? new DOMException('The request was cancelled.', 'AbortError');
