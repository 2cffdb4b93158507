/** Fields of a line: their places among the texts of an entry. */
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
