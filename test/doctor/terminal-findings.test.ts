import {EventEmitter} from 'node:events';
import test from 'ava';
import {askDrawnWidth, type TerminalFacts, terminalFindings} from '../../source/doctor/terminal-findings.js';

const usual: TerminalFacts = {
	env: {TERM: 'xterm-256color', LANG: 'en_GB.UTF-8'},
	platform: 'linux',
	size: {columns: 100, rows: 40},
	colorDepth: 8,
	drawnWidth: 1,
};

function warnings(facts: Partial<TerminalFacts>): readonly string[] {
	return terminalFindings({...usual, ...facts})
		.filter(({state}) => state === 'warning')
		.map(({subject, text}) => `${subject}: ${text}`);
}

test('describes a typical terminal without warnings', t => {
	t.deepEqual(
		terminalFindings(usual).map(({state, subject, text}) => [state, subject, text]),
		[
			['ok', 'terminal', 'xterm-256color'],
			['ok', 'size', '100x40: fits 33 rows'],
			['ok', 'colours', '256 colours'],
			['ok', 'Unicode', 'shown'],
			['ok', 'mouse', 'off unless --mouse is given; with it on, Shift selects text'],
		],
	);
});

test('output that isn’t a terminal causes no further findings', t => {
	t.is(terminalFindings({...usual, size: null}).length, 1);
	t.deepEqual(warnings({size: null, env: {}, colorDepth: 1}), []);
});

test('problems of the screen are warnings with advice', t => {
	t.deepEqual(warnings({env: {TERM: 'dumb'}}), [
		"terminal: TERM is dumb: reqscope prints the listing, because the cursor can't move",
	]);
	t.deepEqual(warnings({env: {}}), [
		"terminal: TERM isn't set: programs can't know what the terminal is capable of",
	]);
	t.deepEqual(warnings({env: {}, platform: 'win32'}), []);
	t.deepEqual(warnings({colorDepth: 1}), ['colours: none according to TERM=xterm-256color']);
	t.deepEqual(warnings({drawnWidth: 3}), [
		"Unicode: an ellipsis takes 3 columns here instead of one: columns won't align",
	]);
	for (const finding of terminalFindings({...usual, env: {TERM: 'dumb'}, colorDepth: 1, drawnWidth: 3})) {
		t.true(finding.state === 'ok' || finding.advice !== '');
	}
});

test('accepts a size of 80x24 or more', t => {
	t.deepEqual(warnings({size: {columns: 80, rows: 24}}), []);
	t.is(warnings({size: {columns: 79, rows: 24}}).length, 1);
	t.deepEqual(warnings({size: {columns: 80, rows: 17}}), []);
	t.is(warnings({size: {columns: 80, rows: 16}}).length, 1);
});

test('NO_COLOR and a missing reply about the characters cause no warnings', t => {
	t.deepEqual(warnings({env: {TERM: 'xterm', NO_COLOR: '1'}, colorDepth: 1}), []);
	t.deepEqual(warnings({drawnWidth: null}), []);
});

/** A terminal that answers each question with these pieces; raw modes are noted. */
function terminal(answers: readonly string[], isTTY = true) {
	const events = new EventEmitter();
	const modes: boolean[] = [];
	const written: string[] = [];
	const stdin = Object.assign(events, {
		isTTY,
		setRawMode(mode: boolean) {
			modes.push(mode);
			return stdin;
		},
		pause: () => stdin,
		resume: () => stdin,
	}) as unknown as NodeJS.ReadStream;
	const stdout = {
		isTTY,
		write(text: string) {
			written.push(text);
			for (const answer of answers) {
				events.emit('data', Buffer.from(answer));
			}
			return true;
		},
	};
	return {stdin, stdout, modes, written, events};
}

test('computes the width from the column that the terminal reports', async t => {
	const {stdin, stdout, modes, written, events} = terminal(['\u001B[12;2R']);
	t.is(await askDrawnWidth(stdin, stdout), 1);
	t.deepEqual(modes, [true, false]);
	t.is(written.length, 1);
	t.is(events.listenerCount('data'), 0);
});

test('reads a reply in pieces, mixed with keys', async t => {
	const {stdin, stdout} = terminal(['j\u001B', '[12', ';4Rk']);
	t.is(await askDrawnWidth(stdin, stdout), 3);
});

test("returns no width if the terminal doesn't answer", async t => {
	const {stdin, stdout, modes} = terminal(['q']);
	t.is(await askDrawnWidth(stdin, stdout, 20), null);
	t.deepEqual(modes, [true, false]);
});

test('without a terminal there is no query', async t => {
	const {stdin, stdout, written} = terminal(['\u001B[1;2R'], false);
	t.is(await askDrawnWidth(stdin, stdout), null);
	t.deepEqual(written, []);
});
