// Package inspector is the application: the configured servers and their states,
// what is shown for one tool, and the calls that were made. It is the one place
// where the packages below it meet:
//
//	server ─bytes─► wire ─raw pages─► tool ─document─► dialect ─► diff ─► views
//	                                          └─► lint ─► findings
//	form ─exact JSON─► wire ─answer─► validate ─► problems
//
// It starts only what it was configured with, sends a call only when its caller
// asks for one, and fetches nothing because a schema says so. It holds no HTML
// and no HTTP handlers.
package inspector
