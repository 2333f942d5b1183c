package party

import (
	"encoding/json"
	"fmt"

	"cheat/acceptance/client"
)

// Event is a request as an HTTP API hands it to Lambda (payload format 2.0), with the
// headers that a browser sends.
func Event(method, path string, who client.Caller, body any) ([]byte, error) {
	const domain = "abcdef1234.execute-api.us-east-1.amazonaws.com"
	headers := map[string]string{
		"accept": "*/*", "accept-encoding": "gzip, deflate, br", "accept-language": "en", "host": domain,
		"sec-fetch-dest": "empty", "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin",
		"user-agent":      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
		"x-amzn-trace-id": "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700", "x-forwarded-for": "192.0.2.1",
		"x-forwarded-port": "443", "x-forwarded-proto": "https",
	}
	for name, value := range map[string]string{"if-match": who.IfMatch, "if-none-match": who.Seen, "idempotency-key": who.Key} {
		if value != "" {
			headers[name] = value
		}
	}
	if who.Token != "" {
		headers["authorization"] = "Bearer " + who.Token
	}
	event := map[string]any{
		"version": "2.0", "routeKey": method + " " + path, "rawPath": path, "rawQueryString": "", "headers": headers,
		"requestContext": map[string]any{
			"accountId": "123456789012", "apiId": "abcdef1234", "domainName": domain, "domainPrefix": "abcdef1234",
			"requestId": "JKJaXmPLvHcESHA=", "routeKey": method + " " + path, "stage": "$default",
			"time": "30/Nov/2026:10:00:00 +0000", "timeEpoch": 1796032800000,
			"http": map[string]any{"method": method, "path": path, "protocol": "HTTP/1.1", "sourceIp": "192.0.2.1", "userAgent": headers["user-agent"]},
		},
		"isBase64Encoded": false,
	}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("write the body of an event: %w", err)
		}
		event["body"], headers["content-type"] = string(text), "application/json"
	}
	return json.Marshal(event)
}
