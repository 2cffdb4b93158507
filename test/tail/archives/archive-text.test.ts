import {gzipSync} from 'node:zlib';
import test from 'ava';
import {ArchiveText} from '../../../source/tail/archives/archive-text.js';
import {KeptText} from '../../../source/tail/archives/kept-text.js';
import {numberedLines} from '../../helpers/log-lines.js';
import {MemoryFile} from '../../helpers/memory-file.js';

const text = numberedLines(60_000).join('');
const packed = gzipSync(text);

/** Opens an archive of several MB of text. At most about 1 MB is kept. */
function openText() {
	const file = new MemoryFile(packed);
	return {file, archive: new ArchiveText(file, 'gzip', new KeptText(0))};
}

async function readAt(archive: ArchiveText, position: number): Promise<string> {
	const bytes = Buffer.alloc(1000);
	return bytes.toString('latin1', 0, await archive.read(bytes, position));
}

test('fault 7: the text is readable at any offset, and decoding begins with the first read', async t => {
	const {file, archive} = openText();
	t.is(file.reads.length, 0);
	for (const position of [0, text.length - 500, 100, text.length - 2000, text.length, 3_000_000]) {
		t.is(await readAt(archive, position), text.slice(position, position + 1000), `${position}`);
	}
	archive.close();
	t.is(await readAt(archive, 7), text.slice(7, 1007), 'also after close()');
});
