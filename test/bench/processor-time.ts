import {readFileSync} from 'node:fs';
import {found} from './counters.js';
import {type Command, measure} from './measure.js';
import {Unmeasurable} from './unmeasurable.js';

/** Runs a command, then prints the processor time of the shell and of the command, in ms. */
const script = '"$@"; status=$?; times; exit $status';

/**
 * Returns the command so that it runs on one core, the first that this process may use. Without `taskset`, returns it
 * unchanged.
 */
export function onOneCore(command: Command): Command {
	const taskset = found('taskset');
	if (taskset === null) {
		return command;
	}
	const core = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? '0';
	return {...command, file: taskset, arguments: ['-c', core, command.file, ...command.arguments]};
}

/**
 * Returns the processor time of a command on one core, with the time in the kernel, in ms.
 * @throws Unmeasurable if bash isn't installed, because the `times` of other shells are less exact
 */
export async function processorTime(command: Command): Promise<number> {
	const bash = found('bash');
	if (bash === null) {
		throw new Unmeasurable('bash isn’t installed, which measures the processor time');
	}
	const {file, arguments: words, ...rest} = onOneCore(command);
	const {stdout} = await measure({...rest, file: bash, arguments: ['-c', script, 'bash', file, ...words]});
	const last = stdout.trimEnd().split('\n').at(-1) ?? '';
	return Array.from(last.matchAll(/(\d+)m([\d.]+)s/g)).reduce(
		(sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000,
		0,
	);
}
