import {batchRows, textEnds, textStarts} from './batch';
import {byte} from './line-pieces';

const dash: u32 = 45;

/** The fields that are read here: their indices in `textFields` of `fields/fields.ts`. */
export const ip: i32 = 0;
export const method: i32 = 1;
export const url: i32 = 2;
export const protocol: i32 = 3;
export const host: i32 = 4;
export const user: i32 = 5;
export const referer: i32 = 6;
export const userAgent: i32 = 7;
export const forwardedFor: i32 = 8;
export const upstream: i32 = 9;
export const peerIp: i32 = 10;

/** Size of the cells of a field. */
export const fieldSize: i32 = batchRows * 4;

/** Sets a string of a row to a range of the source bytes. */
export function put(field: i32, at: usize, start: usize, end: usize): void {
	const cell = <usize>(field * fieldSize) + at;
	store<u32>(textStarts + cell, <u32>start);
	store<u32>(textEnds + cell, <u32>end);
}

/** Sets a string of a row to a range of addresses; a single dash means a missing value. No branch: referers make it unpredictable. */
export function putText(field: u32, at: usize, start: usize, end: usize, delta: usize): void {
	const isNone = <u32>(start >= end) | (<u32>(end - start === 1) & <u32>(byte(start) === dash));
	const kept = isNone - 1;
	const cell = <usize>(field * fieldSize) + at;
	store<u32>(textStarts + cell, <u32>(start - delta) & kept);
	store<u32>(textEnds + cell, <u32>(end - delta) & kept);
}
