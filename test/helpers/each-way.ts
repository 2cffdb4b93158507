import {join} from 'node:path';
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

/** File events with timers too slow to help, and polling without file events. */
const ways: Ways = [['events', {settings: {...shortTimes, pollInterval: never, scanInterval: never}}], timer];

/** The same for changes that only a timer detects, such as the release of a file. */
const timedWays: Ways = [
	['events and timer', {settings: {...shortTimes, pollInterval: 50, scanInterval: 100}}],
	timer,
];

/** A temporary directory, and the path of a log in it that doesn't exist yet. */
type TestLog = {readonly directory: string; readonly path: string};

export type Implementation = (t: ExecutionContext, options: CollectOptions, log: TestLog) => Promise<void>;

/** Declares a test for each of these ways, with its own temporary directory. */
export function eachOf(among: Ways, title: string, implementation: Implementation): void {
	for (const [way, options] of among) {
		test(`${title} (${way})`, t => {
			const directory = temporaryDirectory(t);
			return implementation(t, options, {directory, path: join(directory, 'access.log')});
		});
	}
}

/** Declares a test for file events, and one for polling. */
export function eachWay(title: string, implementation: Implementation): void {
	eachOf(ways, title, implementation);
}

/** Declares a test for each way in which the timers detect changes that file events don't report. */
export function eachTimedWay(title: string, implementation: Implementation): void {
	eachOf(timedWays, title, implementation);
}
