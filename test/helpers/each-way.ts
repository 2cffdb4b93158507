import test, {type ExecutionContext} from 'ava';
import type {CollectOptions} from './collect.js';
import {temporaryDirectory} from './temporary-directory.js';

/** Short times that keep the tests fast. A busy machine must still notice a file within its hold time. */
export const shortTimes = {
	holdTime: 600,
	movedHoldTime: 900,
	retryInterval: 50,
	idleTime: 100,
	minScanSpacing: 20,
};

/** An interval longer than any test, in ms. */
export const never = 3_600_000;

/** Names and options of the ways in which a follower detects changes. */
export type Ways = ReadonlyArray<readonly [string, CollectOptions]>;

const timer = [
	'timer',
	{poll: true, settings: {...shortTimes, eventlessPollInterval: 25, scanInterval: 50}},
] as const;

/** File events with timers too slow to help, and polling alone. */
const ways: Ways = [['events', {settings: {...shortTimes, pollInterval: never, scanInterval: never}}], timer];

/** The same for changes that only a timer detects, such as the release of a file. */
export const bothWays: Ways = [
	['events and timer', {settings: {...shortTimes, pollInterval: 50, scanInterval: 100}}],
	timer,
];

/** Declares a test for each way, with its own temporary directory. */
export function eachWay(
	title: string,
	implementation: (t: ExecutionContext, options: CollectOptions, directory: string) => Promise<void>,
	among = ways,
): void {
	for (const [way, options] of among) {
		test(`${title} (${way})`, t => implementation(t, options, temporaryDirectory(t)));
	}
}
