// Calls every operation with the client that oapi-codegen made.
//
// usage: client URL KEY SECRET   (the calls come as JSON on stdin)
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"strings"

	"conform/made"
)

// Call is an operation with what it is given.
type Call struct {
	Operation, Path, Caller string
	Parameters              struct{ Path, Query map[string]any }
	Body                    json.RawMessage
	Status                  int
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// `get_comps` as `GetComps`.
func camel(name string) string {
	parts := strings.Split(name, "_")
	for i, part := range parts {
		parts[i] = strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.Join(parts, "")
}

// A value of JSON as the type that the client takes.
func typed(value any, as reflect.Type) reflect.Value {
	text, err := json.Marshal(value)
	must(err)
	found := reflect.New(as)
	must(json.Unmarshal(text, found.Interface()))
	return found.Elem()
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

func call(client *made.ClientWithResponses, each Call) {
	method := reflect.ValueOf(client).MethodByName(camel(each.Operation) + "WithResponse")
	if !method.IsValid() {
		panic("no method for " + each.Operation)
	}
	takes := method.Type()
	given := []reflect.Value{reflect.ValueOf(context.Background())}
	for _, name := range pathParameter.FindAllStringSubmatch(each.Path, -1) {
		given = append(given, typed(each.Parameters.Path[name[1]], takes.In(len(given))))
	}
	// Then the query where there is one, and the body where there is one; editors come last.
	if next := takes.In(len(given)); next.Kind() == reflect.Pointer && strings.HasSuffix(next.Elem().Name(), "Params") {
		given = append(given, typed(each.Parameters.Query, next))
	}
	if each.Body != nil {
		given = append(given, typed(each.Body, takes.In(len(given))))
	}
	if len(given) != takes.NumIn()-1 {
		panic(fmt.Sprintf("%s takes %s", each.Operation, takes))
	}
	answer := method.Call(given)
	if err, failed := answer[1].Interface().(error); failed {
		panic(fmt.Sprintf("%s: %s", each.Operation, err))
	}
	response := answer[0].Elem()
	status := response.FieldByName("HTTPResponse").Interface().(*http.Response).StatusCode
	if status != each.Status {
		panic(fmt.Sprintf("%s: %d: %s", each.Operation, status, response.FieldByName("Body").Bytes()))
	}
	parsed := response.FieldByName(fmt.Sprintf("JSON%d", status))
	if parsed.IsValid() && parsed.IsNil() {
		panic(each.Operation + ": the answer was not read")
	}
}

func clientOf(url, token string) *made.ClientWithResponses {
	client, err := made.NewClientWithResponses(url, made.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+token)
			return nil
		}))
	must(err)
	return client
}

func main() {
	var calls []Call
	must(json.NewDecoder(os.Stdin).Decode(&calls))
	url := os.Args[1]
	clients := map[string]*made.ClientWithResponses{
		"key": clientOf(url, os.Args[2]), "operator": clientOf(url, os.Args[3]),
	}
	for _, each := range calls {
		call(clients[each.Caller], each)
	}
	fmt.Printf("%d operations called\n", len(calls))
}
