import test from 'ava';
import {expectedListing} from '../helpers/expected-listing.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openCommand, programCommand, quit} from '../helpers/program.js';
import {shownListing} from '../helpers/screen-listing.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

test.serial('a screen reader speaks the row that a key selects, without an alternate screen', async t => {
	const content = numberedLines(25).join('');
	const {directory: cwd, path} = temporaryLog(t, content);
	const expected = expectedListing([{path, content}]);
	const command = ['sh', '-c', '"$@"; echo gone', 'sh', ...programCommand(path, '--no-follow')];
	const terminal = openCommand(t, command, {cwd, env: {INK_SCREEN_READER: 'true'}});
	await terminal.waitFor(shownListing(25, expected.slice(0, 10)));
	await terminal.press(
		'j',
		/^ reqscope [^\n]* ■ page held\n.*^▌.*^[^\n]*held[^\n]* · 2xx 40% {2}3xx 20% {2}4xx 20% {2}5xx 20%$/ms,
	);
	await terminal.waitFor(/^Routes: \/n\/\{id\} 100 %\.\n5xx by route: \/n\/\{id\} 100 %\.$/m);
	const lines = terminal.screen();
	t.true(
		lines.some(line => /^Clients: \S+ [\d.]+ %(?:, \S+ [\d.]+ %)*\. \d+ clients?, \d+ visits?\.$/.test(line)),
	);
	t.notRegex(lines.join('\n'), /[─│▁-█░▒▓╵]/);
	const before = terminal.recording().length;
	await terminal.press('j', lines => lines.some(line => line.startsWith('▌') && line.includes('/n/23 ')));
	const spoken = terminal.recording().subarray(before).toString();
	t.true(spoken.includes('/n/23 '), spoken);
	t.false(spoken.includes('/n/24 '), spoken);
	t.false(spoken.includes('results found'), spoken);
	t.false(terminal.state().alternateScreen);
	await quit(t, terminal);
	t.true(
		terminal.screen().some(line => line.startsWith('▌')),
		'what was there stays',
	);
});
