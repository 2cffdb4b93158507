import test, {type ExecutionContext} from 'ava';
import type {CollectOptions} from './collect.js';
import {temporaryDirectory} from './temporary-directory.js';

/** Short times, so that what is waited for comes soon; not so short that a busy machine misses what is held. */
export const shortTimes = {
	holdTime: 600,
	movedHoldTime: 900,
	retryInterval: 50,
	idleTime: 100,
	minScanSpacing: 20,
};

/** Longer than anything is waited for. */
export const never = 3_600_000;

/** How a follower learns that something has happened. */
export type Ways = ReadonlyArray<readonly [string, CollectOptions]>;

const timer = [
	'timer',
	{poll: true, settings: {...shortTimes, eventlessPollInterval: 25, scanInterval: 50}},
] as const;

/** With file events, the timer being too slow to help, and with the timer alone. */
const ways: Ways = [['events', {settings: {...shortTimes, pollInterval: never, scanInterval: never}}], timer];

/** The same where some of it is found by the timer only, such as when a file is released. */
export const bothWays: Ways = [
	['events and timer', {settings: {...shortTimes, pollInterval: 50, scanInterval: 100}}],
	timer,
];

/** A test for each way, with a directory of its own. */
export function eachWay(
	title: string,
	implementation: (t: ExecutionContext, options: CollectOptions, directory: string) => Promise<void>,
	among = ways,
): void {
	for (const [way, options] of among) {
		test(`${title} (${way})`, t => implementation(t, options, temporaryDirectory(t)));
	}
}
