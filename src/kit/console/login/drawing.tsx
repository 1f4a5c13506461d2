/** The quiet picture beside the sign-in form: a bowl, a card and a leaf. */
export function Drawing() {
  return (
    <svg viewBox="0 0 640 640" preserveAspectRatio="xMidYMid meet" role="presentation">
      <circle cx="320" cy="316" r="270" fill="none" stroke="#1b4634" strokeWidth="2" />
      <circle cx="320" cy="316" r="214" fill="#153d2d" />
      <g transform="translate(392 262) rotate(14)">
        <rect x="-104" y="-118" width="208" height="236" rx="16" fill="#0a8250" />
        <rect x="-104" y="-84" width="208" height="30" fill="#086b42" />
        <rect x="-78" y="-30" width="46" height="34" rx="6" fill="#e4c878" />
        <path d="M-78-13h46M-55-30v34" stroke="#b89a4c" strokeWidth="2" />
        <path
          d="M48-28a18 18 0 0 1 0 30M58-37a31 31 0 0 1 0 48"
          fill="none"
          stroke="#9fd6ba"
          strokeWidth="5"
          strokeLinecap="round"
        />
        <rect x="-78" y="24" width="112" height="8" rx="4" fill="#7cc3a0" />
      </g>
      <g transform="translate(262 356)">
        <path transform="rotate(-46)" d="M0 0C-46-34-52-108 0-158c52 50 46 124 0 158z" fill="#2f9a68" />
        <path transform="rotate(-10)" d="M0 0C-40-38-44-128 0-186c44 58 40 148 0 186z" fill="#48b982" />
        <path transform="rotate(-10)" d="M0-12V-150" stroke="#2f9a68" strokeWidth="4" strokeLinecap="round" />
      </g>
      <path d="M210 380c4-36 44-58 78-44 24-34 84-32 104 6 28-8 48 12 50 38z" fill="#fdfefd" />
      <path
        d="M236 368c10-18 30-26 52-18M316 344c16-16 44-16 58 0"
        fill="none"
        stroke="#d3e2d9"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M172 376h296c0 92-52 150-112 164v14h-72v-14c-60-14-112-72-112-164z" fill="#f3f7f4" />
      <path d="M172 376h296c0 11-.8 21-2.3 31H174.3c-1.5-10-2.3-20-2.3-31z" fill="#d9e8df" />
      <path d="M214 452c14 32 36 52 62 62" fill="none" stroke="#e2ece6" strokeWidth="6" strokeLinecap="round" />
      <path d="M140 572h360" stroke="#2b5f47" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}
