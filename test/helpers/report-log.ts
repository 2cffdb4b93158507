import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {logStart} from './log-lines.js';
import {runProgram} from './program.js';
import {seededRandom} from './random.js';
import {temporaryDirectory} from './temporary-directory.js';

/** A request of the log. */
export type Logged = {
	readonly time: number;
	readonly ip: string;
	readonly url: string;
	readonly status: number;
	readonly bytes: number;
	readonly durationMs: number | null;
	readonly tenant: string | null;
};

/** Requests with a fixed seed: one page is slow, one tenant gets many errors, one request in ten has no duration. */
export function loggedRequests(count: number): readonly Logged[] {
	const {between, chance, pick} = seededRandom(7);
	return Array.from({length: count}, (_, index) => {
		const tenant = pick([null, 'acme', 'globex', 'initech']);
		const url = pick(['/', '/cart', '/checkout', '/search', `/item/${between(0, 89)}`]);
		return {
			time: logStart + index * 7000 + between(0, 999),
			ip: `198.51.100.${between(0, 11)}`,
			url,
			status: pick([200, 200, 200, 304, 404, tenant === 'acme' ? 502 : 200]),
			bytes: between(0, 20_000),
			durationMs: chance(0.1) ? null : (url === '/checkout' ? 900 : 1) + between(0, 300),
			tenant,
		};
	});
}

/** A log with these requests as JSON, and a function that runs the program on it and returns its output. */
export function reportLog(t: ExecutionContext, requests: readonly Logged[]) {
	const cwd = temporaryDirectory(t);
	const lines = requests.map(({time, ip, url, status, bytes, durationMs, tenant}) =>
		JSON.stringify({
			time: new Date(time).toISOString(),
			...{remote_addr: ip, method: 'GET', uri: url, status, body_bytes_sent: bytes},
			...(durationMs !== null && {duration_ms: durationMs}),
			...(tenant !== null && {tenant}),
		}),
	);
	const path = join(cwd, 'access.json');
	writeFileSync(path, lines.map(line => `${line}\n`).join(''));
	const run = async (...args: readonly string[]) => runProgram(t, [...args, path], {cwd});
	return {
		cwd,
		path,
		run,
		/** Returns the objects that the program prints. */
		async objects(...args: readonly string[]): Promise<ReadonlyArray<Record<string, unknown>>> {
			const {status, stdout, stderr} = await run(...args, '--json');
			t.is(stderr, '');
			t.is(status, 0);
			return stdout
				.split('\n')
				.slice(0, -1)
				.map(line => JSON.parse(line) as Record<string, unknown>);
		},
	};
}
