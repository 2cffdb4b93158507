import test from 'ava';
import {sessionFindings} from '../../source/doctor/session-findings.js';

/** Returns a function that answers `answer` for `escape-time`, and `others` for other options. */
function answering(answer: string | undefined, others: Readonly<Record<string, string>> = {}) {
	return async (option: string) => (option === 'escape-time' ? answer : others[option]);
}

test('without tmux, screen or ssh there is no finding and no query', async t => {
	t.deepEqual(
		await sessionFindings({TERM: 'xterm'}, async () => {
			throw new Error('asked');
		}),
		[],
	);
});

test('warns if tmux delays Esc', async t => {
	const [finding] = await sessionFindings({TMUX: '/tmp/tmux-0/default,1,0'}, answering('500'));
	t.is(finding?.state, 'warning');
	t.is(finding?.text, 'it delays Esc by 500 ms');
	t.deepEqual(await sessionFindings({TMUX: 'x'}, answering('10')), [
		{state: 'ok', subject: 'tmux', text: 'in between; it delays Esc by 10 ms'},
	]);
	t.deepEqual(await sessionFindings({TMUX: 'x'}, answering(undefined)), [
		{state: 'ok', subject: 'tmux', text: 'in between'},
	]);
});

test('reports whether tmux passes copies on to the terminal', async t => {
	const reported = async (options: Readonly<Record<string, string>>) =>
		(await sessionFindings({TMUX: 'x'}, answering('10', options)))
			.slice(1)
			.map(({state, subject, text}) => [state, subject, text]);
	t.deepEqual(await reported({}), []);
	t.deepEqual(await reported({'set-clipboard': 'on', 'allow-passthrough': 'off'}), [
		['ok', 'copies', 'tmux passes them to the terminal (OSC 52): set-clipboard is on'],
	]);
	const passed = 'tmux passes them to the terminal (OSC 52): it passes sequences of programs through';
	t.deepEqual(await reported({'set-clipboard': 'external', 'allow-passthrough': 'all'}), [
		['ok', 'copies', passed],
	]);
	t.deepEqual(await reported({'set-clipboard': 'external'}), [['ok', 'copies', passed]]);
	t.deepEqual(await reported({'set-clipboard': 'external', 'allow-passthrough': 'off'}), [
		[
			'warning',
			'copies',
			"tmux doesn't pass them to the terminal (OSC 52): set-clipboard is external, allow-passthrough off",
		],
	]);
});

test('reports screen and ssh', async t => {
	const findings = await sessionFindings(
		{STY: '1.pts', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22'},
		answering(''),
	);
	t.deepEqual(
		findings.map(({state, subject}) => [state, subject]),
		[
			['ok', 'screen'],
			['ok', 'copies'],
			['ok', 'ssh'],
		],
	);
});
