// Package cheat holds the deployment template for those who make the same table
// elsewhere: the tests, and the local program when it is told to use DynamoDB.
package cheat

import _ "embed"

// Template is template.yaml, the SAM template of the whole service.
//
//go:embed template.yaml
var Template []byte
