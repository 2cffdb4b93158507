import {spawnSync} from 'node:child_process';
import test, {type ExecutionContext} from 'ava';

/** Whether a command can be run here. */
export const isInstalled = (command: string, ...args: readonly string[]): boolean =>
	spawnSync(command, args, {stdio: 'ignore'}).status === 0;

/** A test that needs a command: skipped where it isn't installed, and says so in its title. */
export const testWith = (
	command: string,
	title: string,
	body: (t: ExecutionContext) => void | Promise<void>,
	...probe: readonly string[]
): void => {
	if (isInstalled(command, ...(probe.length > 0 ? probe : ['--version']))) {
		test.serial(title, body);
	} else {
		test.skip(`${title} (skipped: ${command} is not installed here)`, body);
	}
};
