//go:build !race

package form_test

const thin = 1
