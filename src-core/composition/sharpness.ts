/** With fewer pixels an inch a picture is seen to be unsharp (GWG 2022 R0031: 149 on sheet-fed offset). */
export const SHARP_FROM_PPI = 150;
