// Package deploytest tests what is deployed: template.yaml, and the programs as
// Lambda starts them. It is tests alone. Those of the template run with all others;
// those that need built programs are run by `make test-rie`, under AWS's Runtime
// Interface Emulator, and `make test-sam`, in the containers of `sam local`.
package deploytest
