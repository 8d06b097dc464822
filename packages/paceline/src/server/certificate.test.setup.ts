// Self-signed, for localhost and 127.0.0.1, valid for 100 years: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500
//   -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1. It protects nothing.

/** A private key for tests. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgigFJNT6aN4uW/ld7
ykJfASdfj7z2C63w86fbbcZpboGhRANCAASq8VedG/cYrN5+L9R1hm90DBr5J9tL
cVlmdWrgPGqLGEnbA+c91+o/EFCWbi1tm3w2c2x6ScxdsVJAZ2huJz3O
-----END PRIVATE KEY-----`;

/** Its certificate. */
export const cert = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUCCgFikRRs23EFbh03e8er7oeWIAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE2MjExM1oYDzIxMjYxMDMw
MTYyMTEzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASq8VedG/cYrN5+L9R1hm90DBr5J9tLcVlmdWrgPGqLGEnbA+c91+o/
EFCWbi1tm3w2c2x6ScxdsVJAZ2huJz3Oo28wbTAdBgNVHQ4EFgQUiE/p6ziMmr5D
cwotT+qKXjbiFAYwHwYDVR0jBBgwFoAUiE/p6ziMmr5DcwotT+qKXjbiFAYwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAO78Lyrj5dpCf7Q0XfgznOHY+qPGAB5nZmJYlx2B60zBAiEA
1D0Z/iaIEa63aAvzLtRfwTf52B7npluTOU5gE4qPqT4=
-----END CERTIFICATE-----`;
