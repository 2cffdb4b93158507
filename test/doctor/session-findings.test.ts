import test from 'ava';
import {sessionFindings} from '../../source/doctor/session-findings.js';

const answering = (answer: string | undefined) => async () => answer;

test('nothing in between, nothing said, nothing asked', async t => {
	t.deepEqual(
		await sessionFindings({TERM: 'xterm'}, async () => {
			throw new Error('asked');
		}),
		[],
	);
});

test('tmux that holds Esc back is a warning', async t => {
	const [finding] = await sessionFindings({TMUX: '/tmp/tmux-0/default,1,0'}, answering('500'));
	t.is(finding?.state, 'warning');
	t.is(finding?.text, 'it holds each Esc back for 500 ms');
	t.deepEqual(await sessionFindings({TMUX: 'x'}, answering('10')), [
		{state: 'ok', subject: 'tmux', text: 'in between; Esc comes after 10 ms'},
	]);
	t.deepEqual(await sessionFindings({TMUX: 'x'}, answering(undefined)), [
		{state: 'ok', subject: 'tmux', text: 'in between'},
	]);
});

test('screen and ssh are said', async t => {
	const findings = await sessionFindings(
		{STY: '1.pts', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22'},
		answering(''),
	);
	t.deepEqual(
		findings.map(({state, subject}) => [state, subject]),
		[
			['ok', 'screen'],
			['ok', 'ssh'],
		],
	);
});
