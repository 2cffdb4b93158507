import test from 'ava';
import {type TerminalFacts, terminalFindings} from '../../source/doctor/terminal-findings.js';

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

test('a typical terminal', t => {
	t.deepEqual(
		terminalFindings(usual).map(({state, subject, text}) => [state, subject, text]),
		[
			['ok', 'terminal', 'xterm-256color'],
			['ok', 'size', '100x40: fits 32 rows'],
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
	t.is(warnings({size: {columns: 80, rows: 17}}).length, 1);
});

test('NO_COLOR and a missing reply about the characters cause no warnings', t => {
	t.deepEqual(warnings({env: {TERM: 'xterm', NO_COLOR: '1'}, colorDepth: 1}), []);
	t.deepEqual(warnings({drawnWidth: null}), []);
});
