import {execFileSync, spawnSync} from 'node:child_process';
import {readdirSync} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import {temporaryDirectory} from './temporary-directory.js';

/** Checks whether a command runs on this machine. */
export function isInstalled(command: string, ...args: readonly string[]): boolean {
	return spawnSync(command, args, {stdio: 'ignore'}).status === 0;
}

/** Registers a test that needs a command. If the command isn't installed, skips the test and notes that in its title. */
export function testWith(
	command: string,
	title: string,
	body: (t: ExecutionContext) => void | Promise<void>,
	...probe: readonly string[]
): void {
	if (isInstalled(command, ...(probe.length > 0 ? probe : ['--version']))) {
		test.serial(title, body);
	} else {
		test.skip(`${title} (skipped: ${command} is not installed here)`, body);
	}
}

/** Shells that users paste commands into. Their options prevent them from reading user files. */
const shells: ReadonlyArray<readonly [shell: string, ...options: readonly string[]]> = [
	['sh'],
	['bash', '--norc'],
	['dash'],
	['zsh', '-f'],
	['zsh', '-f', '-o', 'RC_QUOTES', '-o', 'MAGIC_EQUAL_SUBST'],
	['fish', '--no-config'],
];

/** Splits a string into words, as a shell does. */
export type WordsOf = (text: string) => readonly string[];

/** Registers a test for each shell that users paste commands into. Skips shells that aren't installed. */
export function testWithShells(title: string, body: (t: ExecutionContext, wordsOf: WordsOf) => void): void {
	for (const [shell, ...options] of shells) {
		testWith(
			shell,
			`${[shell, ...options].join(' ')}: ${title}`,
			t => {
				const cwd = temporaryDirectory(t);
				body(t, text =>
					execFileSync(shell, [...options, '-c', `printf '%s\\000' ${text}`], {
						cwd,
						env: {PATH: process.env.PATH, HOME: '/nonexistent', LANG: 'C.UTF-8'},
					})
						.toString()
						.split('\0')
						.slice(0, -1),
				);
				t.deepEqual(readdirSync(cwd), [], 'nothing was run');
			},
			'-c',
			':',
		);
	}
}
