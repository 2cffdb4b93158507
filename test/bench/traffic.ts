import {spawn} from 'node:child_process';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

const script = fileURLToPath(new URL('write-steadily.js', import.meta.url));

/**
 * Lets another process write lines to the log, so many a second, while `work` is done: it must not wait for what is
 * measured, nor what is measured for it.
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
