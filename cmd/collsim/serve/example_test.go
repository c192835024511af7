package serve_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing/fstest"
	"time"

	"collsim/cmd/collsim/serve"
	"collsim/page"
)

func ExampleNew() {
	server := httptest.NewUnstartedServer(nil)
	handler, err := serve.New(server.Listener.Addr().String(), serve.Options{
		Files: fstest.MapFS{"index.html": {Data: []byte("<title>collsim</title>")}}, Limits: page.Usual(), Wait: time.Minute, Places: 1,
		Each: func(n int, do func(i int)) {
			for i := range n {
				do(i)
			}
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	server.Config.Handler = handler
	server.Start()
	defer server.Close()
	response, err := http.Get(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	fmt.Println(string(text), err)
	// Output: <title>collsim</title> <nil>
}
