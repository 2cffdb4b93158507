import {writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import test from 'ava';
import {KeptText} from '../../../source/tail/archives/kept-text.js';
import {OpenFile} from '../../../source/tail/files/open-file.js';
import {findAgain} from '../../../source/tail/rotation/copies.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {compress, compressions, endings} from '../../helpers/compressed.js';
import {numberedLines} from '../../helpers/log-lines.js';
import {openDescriptors} from '../../helpers/open-descriptors.js';
import {systemError} from '../../helpers/system-error.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

const text = numberedLines(300).join('');

async function guardOf(content: string): Promise<Fingerprint> {
	const fingerprint = new Fingerprint();
	const bytes = Buffer.from(content);
	await fingerprint.advance(
		{read: async (target, position) => bytes.copy(target, 0, position, position + target.length)},
		bytes.length,
	);
	return fingerprint;
}

for (const compression of compressions) {
	test(`a compressed log is found among other files, and only its descriptor stays open (${compression})`, async t => {
		const directory = temporaryDirectory(t);
		const path = join(directory, 'access.log');
		const keptText = new KeptText(1 << 20);
		t.teardown(() => keptText.close());
		writeFileSync(path, numberedLines(10, 900).join(''));
		writeFileSync(`${path}.1`, numberedLines(300, 500).join(''));
		writeFileSync(
			`${path}.2${endings[compression]}`,
			compress(compression, numberedLines(300, 1000).join('')),
		);
		writeFileSync(`${path}.3${endings[compression]}`, compress(compression, text));
		writeFileSync(join(directory, `other.log.1${endings[compression]}`), compress(compression, text));
		const log = {names: [path], fingerprint: await guardOf(text), size: text.length};
		const found = await findAgain(log, OpenFile.open, keptText);
		t.is(found?.path, `${path}.3${endings[compression]}`);
		t.deepEqual(openDescriptors(directory), [`${path}.3${endings[compression]}`]);
		const bytes = Buffer.alloc(text.length);
		t.is(await found?.text?.read(bytes, 0), text.length);
		t.is(bytes.toString(), text);
		await found?.open.close();
		const nothing = {...log, fingerprint: await guardOf(numberedLines(300, 1).join(''))};
		t.is(await findAgain(nothing, OpenFile.open, keptText), undefined);
		t.deepEqual(openDescriptors(directory), []);
	});
	test(`a log isn't called gone while a possible copy can't be read, but another readable copy is used (${compression})`, async t => {
		const directory = temporaryDirectory(t);
		const path = join(directory, 'access.log');
		const keptText = new KeptText(1 << 20);
		t.teardown(() => keptText.close());
		writeFileSync(`${path}.1${endings[compression]}`, compress(compression, text));
		let broken = `${path}.1${endings[compression]}`;
		const open = async (of: string): Promise<OpenFile | undefined> => {
			if (of === broken) {
				throw systemError('EACCES');
			}
			return OpenFile.open(of);
		};
		const log = {names: [path], fingerprint: await guardOf(text), size: text.length};
		await t.throwsAsync(findAgain(log, open, keptText), {code: 'EACCES'});
		writeFileSync(`${path}.2`, text);
		const copy = await findAgain(log, open, keptText);
		t.is(copy?.path, `${path}.2`);
		t.is(copy?.text, undefined);
		await copy?.open.close();
		broken = `${path}.2`;
		const compressed = await findAgain(log, open, keptText);
		t.is(compressed?.path, `${path}.1${endings[compression]}`);
		await compressed?.open.close();
	});
}

test('a file smaller than the log is not opened in search of its copy', async t => {
	const directory = temporaryDirectory(t);
	const keptText = new KeptText(1 << 20);
	t.teardown(() => keptText.close());
	writeFileSync(join(directory, 'other.txt'), text.slice(0, -1));
	writeFileSync(join(directory, 'copy.txt'), text);
	const opened: string[] = [];
	const open = async (path: string) => {
		opened.push(basename(path));
		return OpenFile.open(path);
	};
	const log = {names: [join(directory, 'access.log')], fingerprint: await guardOf(text), size: text.length};
	const copy = await findAgain(log, open, keptText);
	t.is(copy?.size, text.length);
	t.deepEqual(opened, ['copy.txt']);
	await copy?.open.close();
});
