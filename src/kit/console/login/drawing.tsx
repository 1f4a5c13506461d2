/** The quiet picture beside the sign-in form: a bowl, a card and a leaf. */
export function Drawing() {
  return (
    <svg viewBox="0 0 640 720" preserveAspectRatio="xMidYMid meet" role="presentation">
      <title>一卡通用餐</title>
      <circle cx="320" cy="352" r="252" fill="#133829" />
      <circle cx="320" cy="352" r="196" fill="#17432f" />
      <g transform="rotate(-12 420 240)">
        <rect x="300" y="168" width="236" height="148" rx="14" fill="#0a8250" />
        <rect x="300" y="196" width="236" height="26" fill="#086b42" />
        <rect x="322" y="244" width="44" height="32" rx="5" fill="#e4c878" />
        <path d="M322 260h44M344 244v32" stroke="#b89a4c" strokeWidth="2" />
        <rect x="384" y="250" width="96" height="7" rx="3.5" fill="#7cc3a0" />
        <rect x="384" y="266" width="62" height="7" rx="3.5" fill="#4fa67e" />
        <path
          d="M500 246a16 16 0 0 1 0 28M508 238a27 27 0 0 1 0 44"
          fill="none"
          stroke="#9fd6ba"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
      <path d="M188 392h264c0 84-50 140-104 152v16h-56v-16c-54-12-104-68-104-152z" fill="#f3f7f4" />
      <path d="M188 392h264c0 10-1 20-2.500 29h-259c-1.500-9-2.500-19-2.500-29z" fill="#dbe8e0" />
      <path d="M212 392c8-40 52-58 84-46 22-34 84-30 100 8 24-4 42 14 44 38z" fill="#fdfefd" />
      <path
        d="M232 384c10-22 34-30 54-24M318 362c16-18 46-18 60-2"
        fill="none"
        stroke="#d3e2d9"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path
        d="M330 338c-6-70 36-118 106-122 4 70-36 118-106 122z"
        fill="#3fae78"
        transform="rotate(-64 330 338) translate(6 8)"
      />
      <path
        d="M332 336c-40-30-66-36-98-36"
        fill="none"
        stroke="#1f7d52"
        strokeWidth="4"
        strokeLinecap="round"
        opacity=".55"
      />
      <rect x="268" y="560" width="104" height="14" rx="7" fill="#c8d9cf" />
      <g stroke="#2b5f47" strokeWidth="5" strokeLinecap="round" fill="none">
        <path d="M146 612h348" />
        <path d="M206 634h228" opacity=".6" />
      </g>
      <g fill="#2b5f47">
        <circle cx="118" cy="246" r="6" />
        <circle cx="152" cy="196" r="4" />
        <circle cx="528" cy="470" r="6" />
        <circle cx="556" cy="424" r="4" />
      </g>
    </svg>
  );
}
