/** Every interval is two-sided and has a confidence of 95 %: this share lies beyond each of its ends. */
export const tail = 0.025;

/** The quantile of the normal distribution above which `tail` lies. */
export const normalQuantile = 1.959_963_984_540_054;
