/**
 * A child process that follows the paths in its arguments and prints each event as a line of JSON. It closes the follower
 * when its parent sends a message, and then exits.
 */

import type {LogFile} from '../../source/tail/log-file.js';
import {tail} from '../../source/tail/tail.js';

function print(line: unknown) {
	return process.stdout.write(`${JSON.stringify(line)}\n`);
}
function size(call: string) {
	return (file: LogFile) => print({call, path: file.path, size: file.size});
}

const followed = tail(
	{paths: process.argv.slice(2), follow: true, poll: false},
	{
		opened: size('opened'),
		grown: size('grown'),
		ended: size('ended'),
		notice: ({text}) => print({call: 'notice', text}),
		changed: () => print({call: 'changed', states: followed.states()}),
	},
);
process.once('message', async () => {
	await followed.close();
	process.disconnect();
});
await followed.started;
print({call: 'started'});
