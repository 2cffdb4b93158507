import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {programCommand} from './program.js';

/** Runs the program in the checkout, without settings of a user. Returns its output. */
export function outputOf(args: readonly string[]): string {
	const [file = '', ...before] = programCommand();
	const home = mkdtempSync(join(tmpdir(), 'reqscope-page-'));
	try {
		const {stdout, stderr, status} = spawnSync(file, [...before, ...args], {
			encoding: 'utf8',
			maxBuffer: 1 << 28,
			env: {PATH: process.env.PATH, HOME: home, TZ: 'UTC', LANG: 'C.UTF-8'},
		});
		if (status !== 0) {
			throw new Error(`reqscope ${args.join(' ')}: ${status} ${stderr}`);
		}
		return stdout;
	} finally {
		rmSync(home, {recursive: true, force: true});
	}
}

/** Returns docs/commands.md with the output of each command of its blocks, which begins with `$`. */
export function commandsPage(page: string): string {
	return page.replaceAll(/^```console\n(.*?)^```$/gms, (_, block: string) => {
		const commands = block.split('\n').filter(line => line.startsWith('$ reqscope '));
		const filled = commands.map(line => `${line}\n${outputOf(line.split(' ').slice(2))}`);
		return `\`\`\`console\n${filled.join('')}\`\`\``;
	});
}
