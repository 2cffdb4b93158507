import {spawn} from 'node:child_process';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

const script = fileURLToPath(new URL('write-steadily.js', import.meta.url));

/**
 * Writes lines to the log at the given rate while `work` runs. Another process writes them, so that the writer and the
 * measurement don't delay each other.
 */
export async function duringTraffic<Result>(
	log: string,
	rate: number,
	work: () => Promise<Result>,
): Promise<Result> {
	if (rate === 0) {
		return work();
	}
	const writer = spawn(process.execPath, [script, log, String(rate)], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const ended = new Promise(resolve => {
		writer.on('close', resolve);
	});
	try {
		return await work();
	} finally {
		writer.kill();
		await ended;
	}
}
