import {gzipSync} from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import {foreignProblem, packedProblem, sniff} from '../../../source/tail/files/magic-bytes.js';
import {forAll} from '../../helpers/for-all.js';

const line = '203.0.113.9 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 512 "-" "curl/8"\n';

function what(head: Uint8Array): string {
	const verdict = sniff(head);
	return typeof verdict === 'string' ? verdict : verdict.what;
}

test('fault 26: compressed formats are recognised', t => {
	t.is(what(gzipSync(line)), 'gzip-compressed');
	t.is(what(Buffer.from('BZh91AY&SYrest', 'latin1')), 'bzip2-compressed');
	t.is(what(Buffer.from('425a68391772453850900000', 'hex')), 'bzip2-compressed', 'without a text');
	t.is(what(Buffer.from('28b52ffd0458', 'hex')), 'zstd-compressed');
	t.is(
		what(Buffer.from('5f2a4d180100000000', 'hex')),
		'zstd-compressed',
		'beginning with a frame to be skipped',
	);
	t.is(what(Buffer.from('fd377a585a000004', 'hex')), 'xz-compressed');
	t.is(what(Buffer.from('04224d186440', 'hex')), 'lz4-compressed');
	t.is(what(Buffer.from('1f9d9000', 'hex')), 'compressed (.Z)');
	t.is(what(Buffer.from('504b030414', 'hex')), 'a zip archive');
	const tar = Buffer.concat([Buffer.alloc(512), Buffer.from(line.repeat(10))]);
	tar.write('access.log');
	tar.write('ustar', 257);
	t.is(what(tar), 'a tar archive');
});

test('the problem names a command that helps', t => {
	const verdict = sniff(gzipSync(line));
	t.is(
		typeof verdict === 'string' ? verdict : foreignProblem(verdict),
		'gzip-compressed; read it with: zcat FILE | reqscope -',
	);
	t.is(foreignProblem({what: 'binary data'}), 'binary data, not text');
	t.is(
		packedProblem('gzip', {what: 'a tar archive', command: 'tar -xOf FILE'}),
		'gzip-compressed, and in that a tar archive; read it with: zcat FILE | tar -xOf - | reqscope -',
	);
	t.is(
		packedProblem('zstd', {what: 'a zip archive', command: 'unzip -p FILE', seeks: true}),
		'zstd-compressed, and in that a zip archive: not text',
	);
});

test('fault 24: UTF-16 is recognised with and without a byte order mark', t => {
	t.is(what(Buffer.from(`\uFEFF${line}`, 'utf16le')), 'UTF-16 text');
	t.is(what(Buffer.from(line, 'utf16le')), 'UTF-16 text');
	t.is(what(Buffer.from(`\uFEFF${line}`, 'utf16le').swap16()), 'UTF-16 text');
	t.is(what(Buffer.from(line, 'utf16le').swap16()), 'UTF-16 text');
	// Without NULs, or too short for NULs to be significant.
	for (const text of ['\uFEFF日本語のログ', '\uFEFFG']) {
		t.is(what(Buffer.from(text, 'utf16le')), 'UTF-16 text');
		t.is(what(Buffer.from(text, 'utf16le').swap16()), 'UTF-16 text');
	}
	t.is(what(Buffer.from('fffe000047000000', 'hex')), 'UTF-32 text');
});

test('fault 10: text is recognised in any language, with a byte order mark and with holes', t => {
	t.is(sniff(Buffer.from(line)), 'text');
	t.is(sniff(Buffer.from(`\uFEFF${line}`)), 'text');
	t.is(sniff(Buffer.from('日本語のログ'.repeat(20))), 'text');
	t.is(sniff(Buffer.from('caf\xe9 au lait '.repeat(20), 'latin1')), 'text');
	t.is(sniff(Buffer.concat([Buffer.alloc(500), Buffer.from(line)])), 'text');
	t.is(sniff(Buffer.alloc(1024)), 'text', 'what follows the hole decides');
	t.is(sniff(Buffer.from(line + '\0'.repeat(900))), 'text');
	t.is(sniff(Buffer.from(`${line}${'\0'.repeat(300)}${line}${'\0'.repeat(300)}${line}`)), 'text');
	t.is(what(Buffer.from('n\0\0\0'.repeat(200))), 'binary data', 'those are not holes');
});

test("unusual bytes from a client don't make a log unreadable", t => {
	t.is(sniff(Buffer.from(`203.0.113.9 - - [-] "\x16\x03\x01\x00\x00\xff" 400\n${line}`, 'latin1')), 'text');
});

test('binary data is recognised', t => {
	t.is(
		what(Buffer.from(Array.from({length: 1024}, (_, index) => (index * 167 + (index >> 3) * 59) % 256))),
		'binary data',
	);
	t.is(what(Buffer.from('7f454c46020101', 'hex')), 'a program');
});

test('a prefix of magic bytes is undecided, never another format', t => {
	t.is(sniff(new Uint8Array()), 'undecided');
	t.is(sniff(Buffer.from([0x1f])), 'undecided');
	t.is(sniff(Buffer.from('BZ')), 'undecided');
	t.is(sniff(Buffer.from('BZh9 is a text')), 'text');
	t.is(sniff(Buffer.from([0xff, 0xfe])), 'undecided');
	t.is(what(Buffer.from('fffe4700', 'hex')), 'UTF-16 text');
});

test('printable text is always recognised as text', t => {
	const printable = fc.string({unit: fc.constantFrom(...' !"#%/:[]abcXYZ0189é語\t\n'), maxLength: 600});
	forAll(100, printable, text => {
		t.is(sniff(Buffer.from(`203.0.113.9 ${text}`)), 'text');
	});
});
