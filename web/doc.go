// Package web serves the dashboard: a chi router, the checks that keep other
// pages and other machines out, and one file of handlers for each noun.
//
// It turns requests into calls on the application of package inspector and its
// answers into the plain structs that package views prints. It decides nothing
// about schemas, starts no process that was not configured, and answers nobody
// but this machine's own browser: see [Guard].
package web
