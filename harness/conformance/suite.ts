// The protocol's own conformance suite, as a command: see authorization_test.ts.
import "@modelcontextprotocol/conformance/dist/index.js";
