// Package browser has tests only: they drive the page in Debian's Chromium, as "collsim serve" serves it and as "make page"
// writes it. They are behind the build tag browser, so that nothing else needs a browser; "make test-page" runs them, and
// fails where there is none.
package browser
