/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The parts of `#rrggbb`; undefined for anything else. */
export const rgbOf = (color: string): Rgb | undefined => {
	const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color) ?? [];
	return red === undefined || green === undefined || blue === undefined
		? undefined
		: [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
};

/** How light a colour is, from 0 for black to 1 for white: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export const luminance = (rgb: Rgb): number => {
	const [red, green, blue] = rgb.map(value => {
		const part = value / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** How far two colours are apart, for finding the nearest: by what the eye makes of each part. */
export const distance = ([r1, g1, b1]: Rgb, [r2, g2, b2]: Rgb): number =>
	2 * (r1 - r2) ** 2 + 4 * (g1 - g2) ** 2 + 3 * (b1 - b2) ** 2;
