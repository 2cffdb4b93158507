import test from 'ava';
import fc from 'fast-check';
import {type InputEvent, inputParser} from '../../../source/view/terminal/input-parser.js';
import {forAll} from '../../helpers/for-all.js';

/** The events of these chunks, after which the input ends. */
function eventsIn(...chunks: ReadonlyArray<string | Uint8Array>): readonly InputEvent[] {
	const parser = inputParser();
	return [...chunks.flatMap(chunk => parser.push(chunk)), ...parser.flush()];
}

/** Splits events with several keys, so that the grouping of keys doesn't matter. */
function oneByOne(events: readonly InputEvent[]): readonly unknown[] {
	return events.flatMap((event): readonly unknown[] => (event.type === 'keys' ? event.names : [event]));
}

const keys: ReadonlyArray<readonly [sent: string, ...events: ReadonlyArray<readonly string[]>]> = [
	['j', ['j']],
	['G', ['G']],
	[' ', ['space']],
	['jjk', ['j', 'j', 'k']],
	['\x04\x04', ['ctrl-d', 'ctrl-d']],
	['\x04', ['ctrl-d']],
	['/a\r', ['/', 'a', 'return']],
	['a\tb\n', ['a', 'tab', 'b', 'ctrl-j']],
	['a\b\x7F\x03', ['a'], ['backspace'], ['backspace'], ['ctrl-c']],
	['日🙂', ['日', '🙂']],
	['\x1c', ['ctrl-\\']],
	['\u001B[B\u001BOB', ['down'], ['down']],
	['\u001B[5~\u001B[[5~\u001B[5$', ['pageup'], ['pageup'], ['pageup']],
	['\u001B[3~\u001B[1~\u001B[4~\u001B[H\u001BOF', ['delete'], ['home'], ['end'], ['home'], ['end']],
	['\u001BOP\u001B[11~\u001B[15~\u001B[[A', ['f1'], ['f1'], ['f1'], ['f1']],
	['\u001B[23~\u001B[24~', ['f11'], ['f1']],
	['\u001BOM\u001B[Z', ['return'], ['tab']],
	['\u001B[1;2B', ['down']],
	['\u001B', ['escape']],
	['\u001B\u001B', ['escape'], ['escape']],
	// With Ctrl, or with Alt as a modifier.
	['\u001B[1;5B\u001BOa\u001B[5^\u001B[1;3B\u001B[5;5~'],
	// Escape and another key in one write.
	['\u001Bq\u001B🙂\u001B\u001B[A', ['escape'], ['q'], ['escape'], ['🙂'], ['escape'], ['up']],
	['\u001Bjj\u001B\rk', ['escape'], ['j'], ['j'], ['escape'], ['return'], ['k']],
	['\u001BO', ['escape'], ['O']],
	['\u001B]j\u001B\u007F', ['escape'], [']'], ['j'], ['escape'], ['backspace']],
	// With Kitty's protocol and tmux's extended keys.
	['\u001B[106u\u001B[100;5u\u001B[27u\u001B[106;1:3u\u001B[106;3u', ['j'], ['ctrl-d'], ['escape']],
];

for (const [sent, ...names] of keys) {
	test(`keys in ${JSON.stringify(sent)}`, t => {
		t.deepEqual(
			eventsIn(sent).filter(({type}) => type !== 'reply'),
			names.map(those => ({type: 'keys', names: those})),
		);
	});
}

test('parses pastes, mouse reports and replies', t => {
	t.deepEqual(eventsIn('j\u001B[200~a\u001B[A\r\u001B[201~k\u001B[<0;12;7Mq'), [
		{type: 'keys', names: ['j']},
		{type: 'paste', text: 'a\u001B[A\r'},
		{type: 'keys', names: ['k']},
		{type: 'mouse', event: {type: 'click', x: 11, y: 6, isFar: false}},
		{type: 'keys', names: ['q']},
	]);
	const replies = [
		']11;rgb:ff/ff/ff\u0007',
		']11;rgb:0/0/0\u001B\\',
		'[12;4R',
		'[1;4R',
		'[1;1R',
		'[?62;22c',
		'[?2026;2$y',
	];
	replies.push('P>|tmux 3.4\u001B\\', ']52;c;YQ==\u0007', '_Gi=1;OK\u001B\\', '[I', '[>0;276;0c', '[200;1~');
	t.deepEqual(
		eventsIn(replies.map(text => `\u001B${text}`).join('')),
		replies.map(text => ({type: 'reply', text})),
	);
});

test('drops a truncated sequence and keeps the input that breaks it off', t => {
	for (const begun of ['\u001B[<0;12', '\u001B]11;rgb:ff', '\u001BP1+r', '\u001B[1;', '\u001BO5']) {
		t.deepEqual(
			oneByOne(eventsIn(`${begun}\u001B[Bc`)).filter(event => typeof event === 'string'),
			['down', 'c'],
			begun,
		);
		t.deepEqual(eventsIn(begun), [], begun);
	}
	t.deepEqual(oneByOne(eventsIn(`a\u001B[<${'9'.repeat(900)}`, `${'9'.repeat(900)};3Mb`)), ['a', 'b']);
});

test('completes a mouse report whose Escape was already given up', t => {
	const parser = inputParser();
	parser.push('\u001B');
	t.is(parser.pending, 'escape');
	parser.flush();
	t.deepEqual(
		parser.push('[<0;1;1Mq').map(({type}) => type),
		['mouse', 'keys'],
	);
	parser.push('\u001B');
	parser.flush();
	t.deepEqual(oneByOne(parser.push('[q')), ['[', 'q']);
});

test('the rest of a late report of the focus isn’t typed', t => {
	for (const report of ['[I', '[O']) {
		for (const [first, rest] of [
			['\u001B', report],
			['\u001B[', report.slice(1)],
			['\u001B', `${report}\u001B[O`],
		] as const) {
			const parser = inputParser();
			parser.push(first);
			parser.flush();
			t.true(
				parser.push(rest).every(({type}) => type === 'reply'),
				JSON.stringify([first, rest]),
			);
		}
		const parser = inputParser();
		parser.push('\u001B');
		parser.flush();
		t.deepEqual(oneByOne(parser.push(`${report}j`)), ['[', report.slice(1), 'j'], 'typed or pasted');
	}
});

const known = fc.constantFrom(
	...keys.map(([sent]) => sent).filter(sent => !sent.endsWith('\u001B')),
	...['\u001B[200~a\u001B[20\r\u001B[201~', '\u001B[200~\u001B[201~', '\u001B[<65;4;5M', '\u001B[M !!'],
	...[
		'\u001B]11;rgb:ff/ff/ff\u0007',
		'\u001B]11;?\u001B\\',
		'\u001B[I',
		'\u001B[O',
		'\u001B[12;4R',
		'\u001BP>|tmux 3.4\u001B\\',
		'é',
	],
);

/** Splits a string into chunks of bytes. */
function cut(text: string, offsets: readonly number[]): readonly Uint8Array[] {
	const bytes = Buffer.from(text);
	const cuts = [...new Set([0, ...offsets.map(offset => offset % (bytes.length + 1))])].sort((a, b) => a - b);
	return cuts.map((offset, index) => bytes.subarray(offset, cuts[index + 1]));
}

test('yields the same events regardless of how the input is split', t => {
	const garbage = fc.string({
		unit: fc.constantFrom(...'\u001B[]OPM<;0123~$?u:\\\u0007aé🙂\r'),
		maxLength: 12,
	});
	forAll(
		5000,
		fc.array(fc.oneof(known, garbage), {maxLength: 10}),
		fc.array(fc.nat(300), {maxLength: 12}),
		(parts, offsets) => {
			const text = parts.join('');
			t.deepEqual(oneByOne(eventsIn(...cut(text, offsets))), oneByOne(eventsIn(text)));
		},
	);
});

test('never reads an unknown sequence as typed characters', t => {
	const control = fc
		.tuple(
			fc.string({unit: fc.constantFrom(...'0123456789:;<=>?'), maxLength: 8}),
			fc.string({unit: fc.constantFrom(...' !"#%&*+/'), maxLength: 2}),
			fc.constantFrom(...'@EGIJKLNTUVWXYefghijklmnopqrstvwxyz{|}'),
		)
		.map(parts => `\u001B[${parts.join('')}`);
	const string = fc
		.tuple(
			fc.constantFrom(']7;', 'P1$r', '_Gi'),
			fc.string({unit: fc.constantFrom(...'aq;/:09é🙂 ['), maxLength: 20}),
		)
		.map(([begin, text]) => `\u001B${begin}${text}\u001B\\`);
	forAll(
		2000,
		fc.array(fc.oneof(control, string), {maxLength: 5}),
		fc.array(fc.nat(200), {maxLength: 5}),
		(parts, offsets) => {
			const events = eventsIn(...cut(`${parts.join('')}q`, offsets));
			t.deepEqual(
				events.filter(({type}) => type === 'keys'),
				[{type: 'keys', names: ['q']}],
			);
		},
	);
});
