import {readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {openProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import type {Terminal} from '../helpers/terminal.js';
import {waitFor} from '../helpers/wait-for.js';

/** Checks whether a process still has the deleted file open that was last at that path (Linux only). */
function hasOpen(pid: number, path: string): boolean {
	return readdirSync(`/proc/${pid}/fd`).some(descriptor => {
		try {
			return readlinkSync(`/proc/${pid}/fd/${descriptor}`) === `${path} (deleted)`;
		} catch {
			// Closed in the meantime.
			return false;
		}
	});
}

/** Returns the lines of the open details, once they are complete. */
async function detailsOf(terminal: Terminal, token: string | RegExp): Promise<string[]> {
	return terminal.waitFor(lines => {
		const text = lines.join('\n');
		const isRight = typeof token === 'string' ? text.includes(`Details ${token}`) : token.test(text);
		return isRight && /^Line.*\n[0-9a-f.:]+ - .*\[[\s\S]*" [\d.]+$/m.test(text) && !/reading …/.test(text);
	});
}

function tokenOf(lines: readonly string[]): string {
	return /^━ Enter {2}Details ([0-9a-f]{13})/.exec(lines[0] ?? '')?.[1] ?? '';
}

/** Returns the raw line in the details. */
function rawLine(t: ExecutionContext, lines: readonly string[]): string {
	const at = lines.findIndex(line => line.startsWith('Line '));
	t.true(at >= 0);
	return lines
		.slice(at + 1, -1)
		.join('')
		.trim();
}

test('a 301 leads to its 200 and back, and its raw line is shown even after the log was rotated and compressed', async t => {
	const text = readFileSync('samples/storefront.log', 'utf8');
	const {directory: cwd, path} = temporaryLog(t, text);
	const terminal = openProgram(t, ['-q', 'status:301', path], {cwd, columns: 180, rows: 60});
	await terminal.waitFor(/(?:^|[·─] )1–10 of /m);

	terminal.write('jjj\rZ');
	const redirect = await detailsOf(terminal, /^━ Enter {2}Details [0-9a-f]{13}/);
	const token = tokenOf(redirect);
	const raw = rawLine(t, redirect);
	t.true(text.split('\n').includes(raw));
	t.regex(raw, /" 301 /);
	t.regex(
		redirect.join('\n'),
		/^Redirect .*\n +led to\n.* 200 GET +\S+\/ +\S+ m?s\n +the same path with a slash, /m,
	);

	const led = redirect.findIndex(line => line.trim() === 'led to') + 1;
	const chosen = (lines: readonly string[]): number => lines.findIndex(line => line.startsWith('▌'));
	for (let steps = 0; chosen(terminal.screen()) !== led && steps < 40; steps++) {
		const before = chosen(terminal.screen());
		await terminal.press('j', lines => chosen(lines) !== before || chosen(lines) === led);
	}
	terminal.write('\r');
	const target = await detailsOf(terminal, /^━ Enter {2}Details [0-9a-f]{13}[\s\S]*\n200 OK/);
	t.not(tokenOf(target), token);
	t.regex(target.join('\n'), /^Redirect .*\n +came from\n.* 301 GET /m);
	terminal.write('\x1b');
	t.is(tokenOf(await detailsOf(terminal, token)), token);
	await terminal.press('\x1b', /^▌301/m);

	renameSync(path, `${path}.1`);
	writeFileSync(path, '');
	writeFileSync(`${path}.1.gz`, gzipSync(text));
	rmSync(`${path}.1`);
	// While the file is open, its lines are read from it: 5 s in case it grows, and 5 s in case a line is requested.
	await waitFor(
		() => !hasOpen(terminal.pid, `${path}.1`),
		() => 'The log that was rotated away is still open.',
	);
	terminal.write('\rZ');
	t.is(rawLine(t, await detailsOf(terminal, token)), raw);
});
