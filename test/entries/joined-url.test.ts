import test from 'ava';
import fc from 'fast-check';
import {EntryRecord, type Field, spanOf} from '../../source/entries/entry-record.js';
import {UrlJoiner} from '../../source/entries/joined-url.js';
import {forAll} from '../helpers/for-all.js';

/** Creates a record of adjacent strings in a line. */
function recordOf(texts: ReadonlyArray<readonly [field: Field, text: string]>): [Buffer, EntryRecord] {
	const record = new EntryRecord();
	let line = 'x';
	for (const [field, text] of texts) {
		record.spans[spanOf[field]] = text === '' ? 0 : line.length;
		record.spans[spanOf[field] + 1] = text === '' ? 0 : line.length + text.length;
		line += `${text} `;
	}
	return [Buffer.from(line, 'latin1'), record];
}

function textOf(bytes: Buffer, record: EntryRecord, field: Field): string {
	return (record.source ?? bytes).toString(
		'latin1',
		record.spans[spanOf[field]],
		record.spans[spanOf[field] + 1],
	);
}

const word = fc.stringMatching(/^[a-z%=&]{0,12}$/);

test('appends the query to the path and keeps all other strings', t => {
	const joiner = new UrlJoiner();
	forAll(200, word, word, word, word, fc.constantFrom('', '?'), (ip, path, query, agent, mark) => {
		const [bytes, record] = recordOf([
			['ip', ip],
			['query', mark + query],
			['url', `/${path}`],
			['userAgent', agent],
		]);
		joiner.join(bytes, record);
		t.is(textOf(bytes, record, 'url'), query === '' ? `/${path}` : `/${path}?${query}`);
		t.is(textOf(bytes, record, 'ip'), ip);
		t.is(textOf(bytes, record, 'userAgent'), agent);
		t.is(record.source === undefined, query === '');
	});
});

test('later URLs do not change a joined URL', t => {
	const joiner = new UrlJoiner();
	const joined = Array.from({length: 3000}, (_, index) => {
		const [bytes, record] = recordOf([
			['url', `/${'a'.repeat(index)}`],
			['query', `b=${index}`],
		]);
		joiner.join(bytes, record);
		return {bytes, record};
	});
	for (const [index, {bytes, record}] of joined.entries()) {
		t.is(textOf(bytes, record, 'url'), `/${'a'.repeat(index)}?b=${index}`);
	}
});
