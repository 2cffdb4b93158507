import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {ExecutionContext} from 'ava';
import type {EmbeddedStore} from '../../source/store/embedded-store.js';
import {openStore} from './open-store.js';

/** True if logrotate is installed. */
export const hasLogrotate = ((): boolean => {
	try {
		execFileSync('logrotate', ['--version'], {stdio: 'ignore'});
		return true;
	} catch {
		return false;
	}
})();

/** Rotates a log as a nightly run does, with these directives. The configuration and state files are in the log's directory. */
export function logrotate(path: string, ...directives: readonly string[]): void {
	const configuration = join(dirname(path), 'rotate.conf');
	writeFileSync(configuration, `${path} {\n${['rotate 5', ...directives].join('\n')}\n}\n`, {mode: 0o600});
	execFileSync('logrotate', ['--force', '--state', join(dirname(path), 'state'), configuration], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
}

/** Returns a store that watches a log and releases ended files after 20 ms. The backfill is complete. */
export async function watchingStore(t: ExecutionContext, path: string): Promise<EmbeddedStore> {
	const store = openStore(t, [path], {settings: {holdTime: 20, idleTime: 20, pollInterval: 20}});
	await store.settled();
	return store;
}
