/**
 * A child process that waits for its end. It prints `ready`, then how it ended, as a JSON object. The argument `throw` or
 * `reject` makes it fail instead of printing `ready`.
 */
import {aborted, ending, Signalled} from '../../source/process/ending.js';

const signal = ending();
const alive = setInterval(() => {}, 1000);
switch (process.argv[2]) {
	case 'throw':
		setImmediate(() => {
			throw new Error('thrown');
		});
		break;
	case 'reject':
		void Promise.reject(new Error('rejected'));
		break;
	default:
		console.log('ready');
}
try {
	await aborted(signal);
} catch (error) {
	const {name, message} = error as Error;
	const again = await aborted(signal).catch((same: unknown) => same === error);
	console.log(JSON.stringify({name, message, signal: error instanceof Signalled && error.signal, again}));
}
clearInterval(alive);
