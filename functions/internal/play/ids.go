package play

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
)

var idText = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

const idBytes = 16

// gameID derives an id of 26 letters and digits, 128 bits, from what makes it
// unique; one of the parts is secret, so that ids cannot be guessed.
func gameID(purpose string, key []byte, parts ...[]byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose))
	for _, p := range parts {
		mac.Write(p)
	}
	return idText.EncodeToString(mac.Sum(nil)[:idBytes])
}

// isID reports whether a text can be the id of a game. What cannot be is looked up
// nowhere.
func isID(text string) bool {
	raw, err := idText.DecodeString(text)
	return err == nil && len(raw) == idBytes && idText.EncodeToString(raw) == text
}
