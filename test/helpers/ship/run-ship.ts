import type {ExecutionContext} from 'ava';
import {type Output, type RunningProgram, startProgram} from '../program.js';
import {patience} from '../wait-for.js';

/** Settings with which a test ships. */
export type ShipSetting = {
	/** Working directory, which also contains the checkpoint. */
	readonly cwd: string;
	/** See `Engine.address`. */
	readonly store: string;
	readonly env?: Readonly<Record<string, string>>;
};

/** Starts `reqscope ship` with these additional arguments. */
export function startShip(
	t: ExecutionContext,
	{cwd, store, env = {}}: ShipSetting,
	...args: readonly string[]
): RunningProgram {
	return startProgram(t, ['ship', '--store', store, '--source', 'web-1', ...args], {
		cwd,
		env,
		timeout: 4 * patience,
	});
}

/** Runs `reqscope ship` until it has ended. */
export async function runShip(
	t: ExecutionContext,
	setting: ShipSetting,
	...args: readonly string[]
): Promise<Output> {
	return startShip(t, setting, ...args).ended;
}
