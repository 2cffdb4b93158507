/** How large the screen is, and for whom. */
export type ScreenSize = {
	readonly width: number;
	readonly height: number;
	/** Whether it is read out by a screen reader. */
	readonly isSpoken: boolean;
};
