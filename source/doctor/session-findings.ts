import {type Finding, fine, warning} from './finding.js';

/** What is asked of tmux: the value of one of its server's options, undefined when it doesn't say. */
export type AskTmux = (option: string) => Promise<string | undefined>;

/** Esc that comes later than this, milliseconds, feels as if it hadn't been pressed. */
const longestEscape = 100;

/** What stands between the program and the terminal: tmux, screen, ssh. */
export const sessionFindings = async (
	env: Readonly<Record<string, string | undefined>>,
	askTmux: AskTmux,
): Promise<readonly Finding[]> => {
	const findings: Finding[] = [];
	if (env.TMUX !== undefined) {
		findings.push(escapeFinding(await askTmux('escape-time')));
	}
	if (env.STY !== undefined) {
		findings.push(fine('screen', 'in between: Esc comes 0.3 s late unless its maptimeout says otherwise'));
	}
	if (env.SSH_CONNECTION !== undefined) {
		findings.push(fine('ssh', 'in between: only the lines of the screen that have changed are sent'));
	}
	return findings;
};

const escapeFinding = (answer: string | undefined): Finding => {
	const delay = /^\d+$/.test(answer ?? '') ? Number(answer) : undefined;
	return delay !== undefined && delay > longestEscape
		? warning(
				'tmux',
				`it holds each Esc back for ${delay} ms`,
				'put "set -s escape-time 10" into ~/.tmux.conf, and run: tmux set -s escape-time 10',
			)
		: fine('tmux', delay === undefined ? 'in between' : `in between; Esc comes after ${delay} ms`);
};
