package bolt

import (
	"encoding/binary"
	"hash/crc32"

	"cheat/infra/store"
)

// A value is a checksum of what follows it, the version, the time to live and
// the body. bbolt itself does not notice when the disk has changed a byte.
const (
	checksumSize = 4
	headerSize   = checksumSize + 8 + 8
	expirySize   = 8
)

func encode(item store.Item) []byte {
	value := make([]byte, headerSize, headerSize+len(item.Body))
	binary.BigEndian.PutUint64(value[checksumSize:], uint64(item.Version))
	binary.BigEndian.PutUint64(value[checksumSize+8:], uint64(item.Expires))
	value = append(value, item.Body...)
	binary.BigEndian.PutUint32(value, checksum(value))
	return value
}

// decode copies: the value belongs to the file.
func decode(pk, sk string, value []byte) (store.Item, error) {
	if !intact(value) {
		return store.Item{}, store.ErrDamaged
	}
	return store.Item{
		PK: pk, SK: sk,
		Version: versionOf(value),
		Expires: expiresOf(value),
		Body:    append([]byte{}, value[headerSize:]...),
	}, nil
}

func intact(value []byte) bool {
	return len(value) >= headerSize && binary.BigEndian.Uint32(value) == checksum(value)
}

func checksum(value []byte) uint32 {
	return crc32.Checksum(value[checksumSize:], crc32.MakeTable(crc32.Castagnoli))
}

func versionOf(value []byte) int64 {
	return int64(binary.BigEndian.Uint64(value[checksumSize:]))
}

// expiresOf is 0 for no value as well.
func expiresOf(value []byte) int64 {
	if value == nil {
		return 0
	}
	return int64(binary.BigEndian.Uint64(value[checksumSize+8:]))
}

// itemKey puts the length of pk in front, so that partitions stay apart and
// the sort keys of one are in order.
func itemKey(pk, sk string) []byte {
	key := make([]byte, 2, 2+len(pk)+len(sk))
	binary.BigEndian.PutUint16(key, uint16(len(pk)))
	key = append(key, pk...)
	return append(key, sk...)
}

// afterPartition is above all keys of a partition: no sort key begins with a
// byte that UTF-8 does not have.
func afterPartition(pk string) []byte { return itemKey(pk, "\xff") }

func expiryKey(expires int64, key []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(expires)), key...)
}

func expiryOf(key []byte) int64 { return int64(binary.BigEndian.Uint64(key)) }
